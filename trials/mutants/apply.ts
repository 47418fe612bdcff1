import type { Mutant } from './mutant.ts'

const sections = ['app/apply-sections.test.ts']
const command = ['trials/system/apply-command.trial.ts']
const platforms = ['app/apply.test.ts']
const apis = ['app/apply-apis.test.ts']

export const applied: Mutant[] = [
  {
    control: 'A configuration file keeps a super admin who already has an account',
    file: 'features/admin/admins/apply.ts',
    find: 'if (superAdmins.length === 0 || isOneLeft) return []',
    replace: 'if (superAdmins.length === 0 || isOneLeft || after.length > 0) return []',
    tests: sections,
  },
  {
    control: 'An invited super admin does not replace the last one',
    file: 'features/admin/admins/apply.ts',
    find: 'oldEmails.has(each.email) && isSuperAdmin(each)',
    replace: 'oldEmails.size > 0 && isSuperAdmin(each)',
    tests: sections,
  },
  {
    control: 'A configuration file deactivates a platform in use only with --yes',
    file: 'features/admin/platforms/apply.ts',
    find: 'if (users === 0 || isConfirmed) return',
    replace: 'if (users >= 0 || isConfirmed) return',
    tests: sections,
  },
  {
    control: 'A configuration file deactivates an API that platforms may request only with --yes',
    file: 'features/admin/apis/apply.ts',
    find: 'if (platforms.length === 0 || isConfirmed) return',
    replace: 'if (platforms.length >= 0 || isConfirmed) return',
    tests: apis,
  },
  {
    control: 'A platform in a configuration file can list only existing or new APIs',
    file: 'features/admin/platforms/check.ts',
    find: 'await requireApis(db, { listed: after.apis ?? [], before, addedApis: comingApis })',
    replace: 'await requireApis(db, { listed: [], before, addedApis: comingApis })',
    tests: apis,
  },
  {
    control: 'Without --prune, a configuration file keeps everything that it does not list',
    file: 'features/admin/apply/plan.ts',
    find: 'if (isPruning) changes.push(',
    replace: 'if (section.name) changes.push(',
    tests: platforms,
  },
  {
    control: 'A configuration file with an error changes nothing',
    file: 'features/admin/apply/apply-file.ts',
    find: 'throwFaults(file, [...faults, ...unstored])',
    replace: 'throwFaults(file, unstored)',
    tests: platforms,
  },
  {
    control: 'A secret in a configuration file is only referred to by its location',
    file: 'domain/settings/configuration-section.ts',
    find: '(env:[A-Za-z_][A-Za-z0-9_]*|file:[^\\n]+)$/',
    replace: '(env:[A-Za-z_][A-Za-z0-9_]*|file:[^\\n]+|.+)$/',
    tests: platforms,
  },
  {
    control: 'The plan shows the location of a secret, never the secret',
    file: 'features/admin/apply/secrets.ts',
    find: 'after: `(${source})`',
    replace: 'after: result.value',
    tests: platforms,
  },
  {
    control: 'The file of generated secrets is readable only by its owner',
    file: 'features/admin/apply/secrets.ts',
    find: '(stats.mode & 0o077) === 0',
    replace: '(stats.mode & 0o077) >= 0',
    tests: platforms,
  },
  {
    control: 'An exported configuration contains no secret',
    file: 'features/admin/webhooks/apply.ts',
    find: 'return { name, platform, url, types, active }',
    replace:
      "return { name, platform, url, types, active, secret: process.env['HUB_SECRET'] } as WebhookItem",
    tests: sections,
  },
  {
    control: 'Changes by a configuration file are recorded with the system as actor',
    asvs: '16.2.1',
    file: 'features/admin/apply/apply-file.ts',
    find: "kind: 'system', area: adminArea",
    replace: "kind: 'visitor', area: adminArea",
    tests: sections,
  },
  {
    control: 'Every super admin is notified of changes by a configuration file',
    file: 'features/admin/apply/carry-out.ts',
    find: 'admins.map((admin) =>',
    replace: 'admins.slice(1).map((admin) =>',
    tests: sections,
  },
  {
    control: 'One configuration file is applied at a time',
    file: 'server/run-lock.ts',
    find: 'if (!rows[0]?.acquired) throw',
    replace: 'if (!rows[0]) throw',
    tests: command,
  },
  {
    control: 'A configuration file cannot restore a revoked service account',
    file: 'features/admin/service-accounts/apply.ts',
    find: 'if (account?.revokedAt)',
    replace: 'if (account?.revokedAt && account.scopes.length === 0)',
    tests: sections,
  },
]
