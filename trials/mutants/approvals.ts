import type { Mutant } from './mutant.ts'

const attacks = ['app/approvals-attacks.test.ts']
const requests = ['app/approvals.test.ts']
const lost = 'features/account/lost-device'

/** Mutants of two-person approvals and of recovery after a lost device. */
export const approvals: Mutant[] = [
  {
    control: 'An admin cannot approve their own request',
    asvs: '2.3.5',
    file: 'domain/approvals/approval-rights.ts',
    find: '  h.id::text <> ${targetId} and h.id::text <> ${askedBy}`',
    replace: '  h.id::text <> ${targetId} and ${askedBy}::text is not null`',
    tests: attacks,
  },
  {
    control: 'An admin cannot approve a request about themselves',
    asvs: '2.3.5',
    file: 'domain/approvals/approval-rights.ts',
    find: '  h.id::text <> ${targetId} and h.id::text <> ${askedBy}`',
    replace: '  ${targetId}::text is not null and h.id::text <> ${askedBy}`',
    tests: requests,
  },
  {
    control: 'An approver must have had the permission for a day before the request',
    asvs: '2.3.5',
    file: 'domain/approvals/approval-rights.ts',
    find: "const heldFor = sql`interval '24 hours'`",
    replace: "const heldFor = sql`interval '0 hours'`",
    tests: attacks,
  },
  {
    control: 'Requester and approver must be permitted when a request is carried out',
    asvs: '8.3.1',
    file: 'domain/approvals/second-person.ts',
    find: "  if (!isPermitted) return 'decider not allowed'\n",
    replace: '  void isPermitted\n',
    tests: requests,
  },
  {
    control: 'A request is decided once',
    asvs: '2.3.1',
    file: 'domain/approvals/approval.ts',
    find: '    where a.id = ${id} and a.decided_at is null and a.cancelled_at is null and a.done_at is null\n',
    replace: '    where a.id = ${id} and a.cancelled_at is null\n',
    tests: requests,
  },
  {
    control: 'A forbidden decision is recorded',
    asvs: '16.3.2',
    file: 'domain/approvals/second-person.ts',
    find: "  await recordStep(db, actor, 'approval_decision_refused', denied, { decision: decision.decision })\n",
    replace: '',
    tests: requests,
  },
  {
    control: 'An approved replacement takes effect only after a day',
    asvs: '6.4.4',
    file: 'domain/approvals/approval.ts',
    find: '      and a.not_before <= now() and a.expires_at > now()\n    returning ${approvalColumns}`\n}\n\n/** Records why',
    replace:
      '      and a.expires_at > now()\n    returning ${approvalColumns}`\n}\n\n/** Records why',
    tests: [`${lost}/attacks.test.ts`, `${lost}/carry-out.test.ts`],
  },
  {
    control: 'A password set from a mailed link cannot request help for a day',
    asvs: '6.4.4',
    file: `${lost}/ask.ts`,
    find: '  if (await isPasswordFromMail(db, user.id, mailedSince)) throw new Refusal(commonErrors.forbidden)\n',
    replace: '',
    tests: [`${lost}/ask.test.ts`],
  },
  {
    control: 'Requests for help are limited',
    asvs: '2.4.1',
    file: `${lost}/ask.ts`,
    find: '  if (limited) throw new Refusal(errorCodes.tooManyRequests, limited)\n  await transaction(db, (tx) => createRequest(tx, caller, user, request))',
    replace:
      '  void limited\n  await transaction(db, (tx) => createRequest(tx, caller, user, request))',
    tests: [`${lost}/ask.test.ts`],
  },
  {
    control: 'A recovery link accepts no password that was set from a mailed link since',
    asvs: '6.4.4',
    file: 'domain/sign-in/recovery.ts',
    find: '  return !(await isPasswordFromMail(db, userId, since))',
    replace: '  return userId !== null || !(await isPasswordFromMail(db, userId, since))',
    tests: [`${lost}/carry-out.test.ts`],
  },
  {
    control: 'A user can cancel only their own recovery',
    asvs: '8.2.2',
    file: `${lost}/stop.ts`,
    find: '  if (!isId(id) || !(await isRecoveryOf(db, userId, id))) throw new Refusal(commonErrors.notFound)\n',
    replace: '',
    tests: [`${lost}/ends.test.ts`],
  },
  {
    control: 'Only a cancellation link cancels a recovery',
    asvs: '6.4.4',
    file: `${lost}/stop.ts`,
    find: "kind !== 'stop-recovery' || userId === null",
    replace: 'userId === null',
    tests: [`${lost}/attacks.test.ts`, `${lost}/ends.test.ts`],
  },
  {
    control: 'A user’s notes in a request are not written to the audit log',
    asvs: '16.2.5',
    file: 'domain/approvals/second-person.ts',
    find: '  const { phone: _, ...after } = redactedProposal(proposal)\n  return { before, after, ...(askedBy !== targetId && { reason }) }',
    replace:
      '  void [askedBy, targetId]\n  return { before, after: redactedProposal(proposal), reason }',
    tests: [`${lost}/ask.test.ts`],
  },
  {
    control: 'Unlocking an account that its user has locked needs two-person approval',
    asvs: '7.4.1',
    file: 'domain/accounts/user-activation.ts',
    find: 'if (active && !opensLocked && (await findOwnLock(tx, user.id)))',
    replace: 'if (active && opensLocked && (await findOwnLock(tx, user.id)))',
    tests: [...attacks, `${lost}/lock.test.ts`],
  },
]
