"""Reports: from logs to tables, figures and pages."""
