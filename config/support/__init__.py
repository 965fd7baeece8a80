"""Every row of the database to look at, for operators: Django's admin, which writes nothing."""
