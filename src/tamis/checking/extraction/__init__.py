"""From a request, or what a user gives, to the constraints on a response."""
