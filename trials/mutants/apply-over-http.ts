import type { Mutant } from './mutant.ts'

const calls = ['app/configuration-calls.test.ts']
const requests = ['app/configuration-requests.test.ts']
const independence = ['app/configuration-independence.test.ts']
const command = ['trials/system/configuration-command.trial.ts']

/** Mutants of configuration files that service accounts apply over HTTP. */
export const appliedOverHttp: Mutant[] = [
  {
    control: 'A service account applies a configuration file only with its scope',
    asvs: '8.2.1',
    file: 'features/admin/apply/contract.ts',
    find: "machine: 'admin:configuration' } as const",
    replace: "machine: 'admin:users.read' } as const",
    tests: calls,
  },
  {
    control: 'Only service accounts may make a call that is theirs alone',
    asvs: '8.2.1',
    file: 'server/authorize.ts',
    find: "if (access === 'service') throw new Refusal(errorCodes.invalidToken)",
    replace: "if (access === 'service') return",
    tests: calls,
  },
  {
    control: 'A configuration file with a risky change waits for an approver',
    asvs: '2.3.5',
    file: 'features/admin/apply/apply-sent-file.ts',
    find: 'if (listed.changes.some(({ takesTwo }) => takesTwo)) {',
    replace: 'if (listed.changes.every(({ kind }) => kind === undefined)) {',
    tests: requests,
  },
  {
    control: 'An admin who has added or changed a service account does not approve its requests',
    asvs: '2.3.5',
    file: 'domain/approvals/independence.ts',
    find: "      when ${id} in (select q.id from requesters q) then 'keyHolder'\n",
    replace: '',
    tests: independence,
  },
  {
    control:
      'The maker of a service account stays dependent on it after the audit log has forgotten',
    asvs: '2.3.5',
    file: 'domain/approvals/independence.ts',
    find: "sa.made_by like '%:%') maker",
    replace: "sa.made_by like '%::%') maker",
    tests: independence,
  },
  {
    control: 'A second account of the maker of a service account does not approve its requests',
    asvs: '2.3.5',
    file: 'domain/approvals/independence.ts',
    find: 'select e.mailbox from requesters q cross join lateral (${mailboxesOf(sql`q.id`)}) e (mailbox)',
    replace: '${mailboxesOf(askedBy)}',
    tests: independence,
  },
  {
    control: 'A configuration file is applied only if its plan is the approved one',
    asvs: '2.3.4',
    file: 'features/admin/apply/approvals.ts',
    find: '(await currentHash(current, sections, sent)) === planHash',
    replace: '(await currentHash(current, sections, sent)) !== undefined',
    tests: requests,
  },
  {
    control: 'An approved configuration file does not replace a secret that was rotated meanwhile',
    asvs: '2.3.4',
    file: 'features/admin/apply/fingerprint.ts',
    find: 'before, fields, version]',
    replace: 'before, fields, version === null]',
    tests: requests,
  },
  {
    control:
      'An approved file is applied only while its service account is valid and has the scope',
    asvs: '8.3.1',
    file: 'domain/approvals/requester-rights.ts',
    find: 's.revoked_at is null and s.expires_at > now()\n        and s.scopes &&',
    replace: 's.created_at < now() or s.scopes &&',
    tests: requests,
  },
  {
    control: 'A requested configuration file is encrypted, because it contains secrets',
    asvs: '14.2.4',
    file: 'domain/settings/configuration-request.ts',
    find: '${id}, ${encrypted})`',
    replace: '${id}, ${encrypted + JSON.stringify(content)})`',
    tests: requests,
  },
  {
    control: 'A requested configuration file is deleted with the end of its request',
    asvs: '14.2.7',
    file: 'domain/settings/configuration-request.ts',
    find: 'sql`not exists (select',
    replace: 'sql`not exists (select) and exists (select',
    tests: requests,
  },
  {
    control: 'A service account reads only its own requests',
    asvs: '8.2.2',
    file: 'features/admin/apply/routes.ts',
    find: ' && approval.askedBy === caller.serviceId',
    replace: '',
    tests: requests,
  },
  {
    control: 'A pending request with another secret is not taken for the same file',
    asvs: '2.3.4',
    file: 'features/admin/apply/apply-sent-file.ts',
    find: 'if (isSamePlan && isDeepStrictEqual(await findContent(tx, open.id), sent))',
    replace: 'if (isSamePlan)',
    tests: requests,
  },
  {
    control: 'A service account plans and applies at most 30 configuration files in ten minutes',
    asvs: '2.4.1',
    file: 'features/admin/apply/routes.ts',
    find: 'if (exceeded) throw',
    replace: 'if (exceeded && serviceId === undefined) throw',
    tests: calls,
  },
  {
    control: 'The command sends secrets only to https, or to this machine',
    asvs: '12.2.1',
    file: 'features/admin/apply/remote-command.ts',
    find: "protocol === 'https:' || isLocal",
    replace: "protocol === 'https:' || isLocal || origin === text",
    tests: command,
  },
]
