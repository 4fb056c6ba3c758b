"""From logs to tables, figures and pages."""
