import type { Danger } from '#contract/endpoint.ts'
import { roles } from '#contract/permission.ts'
import type { CommandOutcome } from '#server/command-options.ts'

type Run = (args: readonly string[]) => Promise<CommandOutcome>

/**
 * A command of the terminal. `load` imports its function only when it runs, because the modules need a complete
 * configuration and `--help` does not.
 */
export type Command = {
  summary: string
  /** Arguments after the name, one line for each form; none by default. */
  usage?: readonly string[]
  /** Options with their meaning. A row with an empty name continues the row above or adds a remark. */
  options?: readonly (readonly [name: string, meaning: string])[]
  load: (args: readonly string[]) => Promise<Run>
}

const onServer = 'an operator on the server can read its secrets, so that one person suffices'

/** Returns true for a command that calls a portal and needs neither its database nor its configuration. */
export function isRemote(command: string, args: readonly string[]): boolean {
  return command === 'apply' && args.some((each) => each === '--url' || each.startsWith('--url='))
}

const language = ['--language', 'language of the mail: en (default), fr, es, ar or zh'] as const

/** Commands of the terminal, by name, each with the worst that it could do (docs/dangers.md). */
export const commands: Record<string, Command & { danger: Danger }> = {
  admin: {
    summary: 'Add and list admins, change their roles, reset their login, deactivate them',
    danger: { worst: 'an admin with every permission', reason: onServer },
    usage: [
      'add --email <email> --firstname <name> --lastname <name> --role <roles> [--language <code>]',
      'list',
      'roles --email <email> --role <roles>',
      'reset --email <email>',
      'activate --email <email>',
      'deactivate --email <email>',
    ],
    options: [['--role', `one or more roles, separated by commas: ${roles.join(', ')}`], language],
    load: async () => (await import('../../features/admin/admins/command.ts')).adminCommand,
  },
  invite: {
    summary: 'Invite a user and print the sign-up link',
    danger: { worst: 'an account in any company', reason: onServer },
    usage: [
      '--email <email> --firstname <name> --lastname <name> --company <name> --subsystems <ids> [--language <code>]',
    ],
    options: [
      ['--company', 'created with all platforms if no company has this name'],
      ['', 'an existing user of the company is granted the platforms instead'],
      ['--subsystems', 'ids of platforms, separated by commas: business-hub,onboarding'],
      language,
    ],
    load: async () => (await import('../../features/admin/invitations/command.ts')).inviteCommand,
  },
  platform: {
    summary:
      'Register, change, list and deactivate platforms, rotate a client secret, give users access',
    danger: { worst: 'another address or secret of a platform', reason: onServer },
    usage: [
      'add --id <id> --name <name> --url <url> --redirect-uri <uri> [options]',
      'change --id <id> [options]',
      'activate --id <id>',
      'deactivate --id <id>',
      'list',
      'rotate-secret --id <id> [--grace-hours <hours>]',
      'grant --id <id> --email <email> [--reason <text>]',
      'revoke --id <id> --email <email> [--reason <text>]',
    ],
    options: [
      ['--redirect-uri', 'may be repeated, as may --post-logout-uri and --origin'],
      ['--post-logout-uri', 'where a logout may redirect'],
      ['--backchannel-logout-uri', 'receives logout notifications'],
      ['--origin', 'another origin to which a redirect_url may lead'],
      ['--entry-origin', 'the origin behind forward authentication'],
      ['--proof', 'client authentication: secret (default), keys or none'],
      ['--jwks, --jwks-uri', 'public keys for --proof keys: a file, or a URL'],
      ['--pkce', 'required (default) or optional'],
      [
        '--api',
        'an API and the scopes that it may request: <uri>=<scope>,<scope>; may be repeated',
      ],
      ['--invitations', 'lets it invite users; --no-invitations revokes that'],
      ['--no-offered-to-all', 'only companies that list it have it; --offered-to-all ends that'],
      ['--grace-hours', 'how long the previous secret remains valid (default 0)'],
      ['--email', 'grant, revoke: the user, whose company must have the platform'],
      ['--reason', 'grant, revoke: recorded in the audit log'],
      ['', 'change: an option left out keeps its value, "" removes it'],
    ],
    load: async () => (await import('../../features/admin/platforms/command.ts')).platformCommand,
  },
  api: {
    summary: 'Register, change, list and deactivate APIs behind platforms, rotate a secret',
    danger: { worst: 'another secret of an API', reason: onServer },
    usage: [
      'add --id <uri> --name <name> --scope <scope> [--format opaque|jwt]',
      'change --id <uri> [options]',
      'activate --id <uri>',
      'deactivate --id <uri>',
      'list',
      'rotate-secret --id <uri> [--grace-hours <hours>]',
    ],
    options: [
      ['--id', 'the absolute URI that platforms name as resource; never changes'],
      ['--scope', 'may be repeated'],
      [
        '--format',
        'opaque (default): the API introspects its tokens; jwt: it verifies them itself',
      ],
      ['--grace-hours', 'how long the previous secret remains valid (default 0)'],
      [
        '',
        'to let a platform request it: npm run portico -- platform change --id <id> --api <uri>=<scopes>',
      ],
    ],
    load: async () => (await import('../../features/admin/apis/command.ts')).apiCommand,
  },
  approve: {
    summary: 'Approve a request that no other admin can approve (break glass)',
    danger: {
      worst: 'any request without a second person',
      reason: `${onServer}; every super admin is mailed`,
    },
    usage: ['<id> --break-glass <reason>'],
    options: [
      ['', 'the id is on the page of the request in the admin area'],
      ['--break-glass', 'the reason, recorded in the audit log and mailed to every super admin'],
    ],
    load: async () => {
      const { approveCommand } = await import('../../features/admin/approvals/command.ts')
      const { approvalExecutors } = await import('./approvals.ts')
      return (args) => approveCommand(args, approvalExecutors)
    },
  },
  apply: {
    summary: 'Apply a file with platforms, companies, admins, service accounts, webhooks and brand',
    danger: {
      worst: 'platforms, companies, admins and service accounts in one run',
      reason: `${onServer}; with --url as POST /admin/configuration`,
    },
    usage: [
      '<file> [--dry-run] [--prune] [--yes] [--json] [--secrets-to <file>]',
      '<file> --url <url> --account <id> --key <file> [--wait <minutes>] [--reason <text>] [options]',
    ],
    options: [
      ['--dry-run', 'print the differences, change nothing; exit with 2 if there are any'],
      ['--prune', 'deactivate, revoke or remove what the sections of the file do not contain'],
      ['--yes', 'also deactivate platforms that users have open'],
      ['--json', 'print the changes as JSON'],
      ['--secrets-to', 'a file for generated secrets, which only you can read'],
      ['--url', 'the portal’s address: apply over HTTP, without the database; exit with 3 if a'],
      ['', 'request waits for approval by an admin'],
      ['--admin-url', 'the address of the admin area, if it has its own host'],
      ['--account', 'the service account, with the scope admin:configuration'],
      ['--key', 'its private key as JSON Web Key: a file, or env:NAME'],
      ['--reason', 'a text for the approver'],
      ['--wait', 'how many minutes to wait for the approval'],
    ],
    load: async (args) => {
      if (isRemote('apply', args)) {
        const { applyRemotely } = await import('../../features/admin/apply/remote-command.ts')
        const { createServiceClient } = await import('../../client/src/service-account.ts')
        return (words) => applyRemotely(words, createServiceClient)
      }
      const { applyCommand } = await import('../../features/admin/apply/command.ts')
      const { configurationSections } = await import('./apply.ts')
      return (args) => applyCommand(args, configurationSections)
    },
  },
  config: {
    summary: 'Print the configuration as a file for apply, or list the environment variables',
    danger: { worst: 'none', reason: 'it only reads' },
    usage: ['export', 'variables'],
    options: [
      ['', 'export: the current configuration, without secrets'],
      ['', 'variables: each with its default, and who sets it and when'],
    ],
    load: async () => {
      const { configCommand } = await import('../../features/admin/apply/command.ts')
      const { configurationSections } = await import('./apply.ts')
      return (args) => configCommand(args, configurationSections)
    },
  },
  'erase-user': {
    summary: 'Delete all personal data of a deactivated user; the audit log keeps the id',
    danger: { worst: 'the data of a user is deleted', reason: onServer },
    usage: ['--email <email> --reason <text>'],
    options: [['--reason', 'recorded in the audit log']],
    load: async () => (await import('../../features/admin/users/command.ts')).eraseUserCommand,
  },
  'audit:verify': {
    summary: 'Verify the chain of the audit log, in the database or in an export',
    danger: { worst: 'none', reason: 'it only reads' },
    usage: ['[--since <hash>] [--heads <file>]', '--export <file> [--heads <file>]'],
    options: [
      ['--heads', 'the file of AUDIT_HEADS; without it, rows removed from the end go unnoticed'],
      ['--since', 'the last block of an earlier run; leaves out what that run has verified'],
      ['--export', 'a file of audit:export; needs no database and no configuration'],
    ],
    load: async (args) =>
      args.some((each) => each.startsWith('--export'))
        ? (await import('../../features/admin/audit-log/verify-export-command.ts'))
            .verifyExportCommand
        : (await import('../../features/admin/audit-log/command.ts')).auditVerifyCommand,
  },
  'audit:check-model': {
    summary:
      'Apply the model of two-person approval to the audit log; exits 1 if a step is forbidden',
    danger: { worst: 'none', reason: 'it only reads' },
    usage: ['[--days <number>]'],
    options: [['--days', 'days to check, from 1 (default) to 90']],
    load: async () =>
      (await import('../../features/admin/audit-log/command.ts')).auditCheckModelCommand,
  },
  'audit:export': {
    summary: 'Export the audit log with its chain as JSON lines',
    danger: { worst: 'the audit log in a file', reason: onServer },
    usage: ['--to <file> [--from <month>] [--until <month>]'],
    options: [['--from, --until', 'months such as 2026-01']],
    load: async () =>
      (await import('../../features/admin/audit-log/command.ts')).auditExportCommand,
  },
  'audit:retire': {
    summary: 'Export months older than the retention period and detach them',
    danger: { worst: 'months of the log in a file', reason: `${onServer}; the chain continues` },
    usage: ['--to <folder>'],
    load: async () =>
      (await import('../../features/admin/audit-log/command.ts')).auditRetireCommand,
  },
  'keys:rotate': {
    summary: 'Rotate a signing key',
    danger: { worst: 'platforms that cache keys reject tokens', reason: onServer },
    usage: ['[oidc | audit | sandbox | forward-auth]'],
    options: [['', 'default: oidc']],
    load: async () => (await import('../../features/admin/keys/command.ts')).rotateKeysCommand,
  },
  'keys:reencrypt': {
    summary: 'Re-encrypt all secrets with the first key of SECRET_KEYS',
    danger: { worst: 'none', reason: 'nothing changes but the key of the encryption' },
    load: async () => (await import('../../features/admin/keys/command.ts')).reencryptCommand,
  },
  migrate: {
    summary: 'Apply pending migrations',
    danger: { worst: 'the tables of another version', reason: onServer },
    usage: ['[--dry-run]'],
    options: [['--dry-run', 'print the statements and the sizes of their tables, change nothing']],
    load: async () => (await import('../commands/migrate.ts')).migrateCommand,
  },
  'reindex-names': {
    summary: 'Rebuild the indexes that depend on the version of ICU, while the servers run',
    danger: { worst: 'none', reason: 'nothing changes but the order of indexes' },
    usage: ['[--dry-run]'],
    options: [['--dry-run', 'print the statements, change nothing']],
    load: async () => (await import('../commands/reindex-names.ts')).reindexNamesCommand,
  },
  backup: {
    summary: 'Back up the database into a new folder',
    danger: { worst: 'a copy of all data', reason: `${onServer}; it is encrypted by the operator` },
    usage: ['<folder>'],
    load: async () => (await import('../commands/backup.ts')).backupCommand,
  },
  restore: {
    summary: 'Restore a backup into an empty database',
    danger: { worst: 'all data of another day', reason: onServer },
    usage: ['<folder>'],
    load: async () => (await import('../commands/backup.ts')).restoreCommand,
  },
  'after-restore': {
    summary: 'End all sessions, tokens and links of a restored database, before the servers start',
    danger: { worst: 'all users are logged out', reason: `${onServer}; they log in again` },
    usage: ['--yes'],
    options: [['--yes', 'confirms that all of them end']],
    load: async () => (await import('../commands/after-restore.ts')).afterRestoreCommand,
  },
  support: {
    summary: 'Collect log lines, audit rows, jobs and mails of one request',
    danger: { worst: 'none', reason: 'it only reads, and leaves secrets out' },
    usage: ['<request-id> [--log <file>]'],
    options: [['--log', 'the log file, or - for standard input (default LOG_FILE)']],
    load: async () => (await import('../commands/support.ts')).supportCommand,
  },
}
