"""The doors through which a worker reaches the jobs."""

from celery import shared_task

from core import jobs


@shared_task(name=jobs.RUN, ignore_result=True)
def run_job(job_id: int) -> None:
    """Does one job."""
    jobs.run(job_id)


@shared_task(name="core.jobs.sweep", ignore_result=True)
def sweep_jobs() -> None:
    """Rings for what was left lying."""
    jobs.sweep()
