"""The addresses of the desk that belong to no app: this installation, and jobs.

The desk addresses of other apps are beside these (config/urls.py).
"""

from django.urls import path

from desk import job_pages
from desk.installation.urls import urlpatterns as installation

urlpatterns = [
    *installation,
    path("jobs/<int:number>/", job_pages.job_desk, name="desk-job"),
    path("jobs/<int:number>/stop/", job_pages.stop_job, name="desk-stop-job"),
]
