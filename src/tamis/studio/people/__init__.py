"""Who may use the studio: accounts, invitations, logins."""
