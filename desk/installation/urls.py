"""The addresses of this installation at the desk."""

from django.urls import path

from desk.installation import accounts, backups, hall, machines, restoring, tokens

urlpatterns = [
    path("this_installation/", backups.installation_desk, name="desk-installation"),
    path("this_installation/backups/<str:name>", backups.download_backup, name="desk-backup-file"),
    path("this_installation/restore/", restoring.restore_desk, name="desk-restore"),
    path("this_installation/restore/<str:name>/", restoring.restore_one, name="desk-restore-one"),
    path("this_installation/restored/", restoring.restored, name="desk-restored"),
    path("this_installation/hall/", hall.hall_desk, name="desk-hall"),
    path("this_installation/machines/", machines.machines_desk, name="desk-machines"),
    path("this_installation/tokens/", tokens.tokens_desk, name="desk-tokens"),
    path("this_installation/accounts/", accounts.accounts_desk, name="desk-accounts"),
    path("this_installation/accounts/<int:number>/", accounts.account_desk, name="desk-account"),
]
