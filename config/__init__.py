"""The app that knows every other: settings, addresses, the task queue, and the start of it all."""

from config import class_code

class_code.use()
