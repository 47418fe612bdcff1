/** Tables that stay small at any number of users; every other table is large. */
export const smallTables = new Set([
  'activity_progress',
  'admin_preferences',
  'admin_roles',
  'admin_sessions',
  'admins',
  'apis',
  // People decide on them one by one.
  'approvals',
  'audit_seal_mark',
  // At most a hundred are in effect.
  'blocked_networks',
  'brand_images',
  'brands',
  'bulk_jobs',
  'configuration_requests',
  'migrations',
  // Rows live for a minute.
  'replaced_tokens',
  'replication_beat',
  'saved_views',
  'security_profile',
  'service_accounts',
  'signing_keys',
  'snapshots',
  'subsystems',
  'test_logins',
  'two_person_kinds',
  'webhooks',
])

/** A file with statements that read large tables from their start because of what they do, or for one page. */
type Exception = { sender: string; tables: readonly string[]; reason: string }

export const exceptions: readonly Exception[] = [
  {
    sender: 'features/admin/compliance/measurements.ts',
    tables: ['passkeys', 'passwords', 'sessions', 'users'],
    reason: 'Measures the whole installation, with a time limit of its own.',
  },
  {
    sender: 'features/admin/overview/jobs.ts',
    tables: ['company_roles', 'mails', 'partners'],
    reason: 'Counts all companies and undelivered mails, every five minutes on one worker.',
  },
  {
    sender: 'features/admin/overview/find-first-steps.ts',
    tables: ['invitations', 'partners', 'users'],
    reason: 'Finds out whether there is a row.',
  },
  {
    sender: 'features/admin/audit-log/export-log.ts',
    tables: ['audit_blocks', 'audit_log', 'audit_sealed'],
    reason: 'Exports the whole log.',
  },
  {
    sender: 'features/admin/audit-log/retire-months.ts',
    tables: ['audit_blocks'],
    reason: 'Divides the blocks of a month among files, once for each month.',
  },
  {
    sender: 'domain/audit/audit-entries.ts',
    tables: ['audit_log'],
    reason: 'Reads the latest entries, of which those of some kinds of actors are left out.',
  },
  {
    sender: 'features/admin/audit-log/suggest.ts',
    tables: ['audit_log'],
    reason: 'Searches the latest 5,000 entries.',
  },
  {
    sender: 'domain/lists/invitation-list.ts',
    tables: ['invitations'],
    reason: 'Reads a page in the order of the list; the search texts have an index.',
  },
  {
    sender: 'domain/lists/user-list.ts',
    tables: ['user_logins', 'users'],
    reason: 'Reads a page in the order of the list; nearly all users are active.',
  },
  {
    sender: 'features/admin/companies/list.ts',
    tables: ['company_roles', 'partners'],
    reason: 'Filters companies, which are few beside users.',
  },
  {
    sender: 'features/admin/search/search.ts',
    tables: ['partners'],
    reason: 'Reads a page in the order of the list; the search texts have an index.',
  },
  {
    sender: 'features/admin/invitations/list.ts',
    tables: ['partners'],
    reason: 'Reads twenty active companies in the order of the list.',
  },
  {
    sender: 'features/admin/companies/apply.ts',
    tables: ['partners'],
    reason: 'Exports the configuration, with all companies.',
  },
  {
    sender: 'features/admin/users/list-undelivered.ts',
    tables: ['mails'],
    reason: 'Reads a page in the order of the list; undelivered mails have an index.',
  },
  {
    sender: 'features/platforms/single-sign-on/adapter.ts',
    tables: ['oidc_records'],
    reason: 'Ends all grants after a restore.',
  },
  {
    sender: 'domain/sign-in/login-attempt.ts',
    tables: ['login_attempts'],
    reason: 'Ends all login attempts after a restore.',
  },
]
