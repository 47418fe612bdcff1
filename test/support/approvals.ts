import { addApproval, type Approval, type NewApproval } from '#domain/approvals/approval.ts'
import { db, run, transaction } from '#server/db.ts'
import { addAdmin, addUser, type AdminOptions, type TestUser } from './people.ts'

/** Makes the roles of an admin two days old, so that the admin may decide requests. */
export async function ageRoles({ id }: Pick<TestUser, 'id'>): Promise<void> {
  await run(db)`
    update admin_roles set given_at = now() - interval '2 days' where admin_id = ${id}`
}

/** Adds an admin who may decide requests; a super admin by default. */
export async function addSeniorAdmin(options: AdminOptions = {}): Promise<TestUser> {
  const admin = await addAdmin(options)
  await ageRoles(admin)
  return admin
}

/** Stores a request of an admin. */
export function askFor(
  asker: Pick<TestUser, 'id'>,
  approval: Pick<NewApproval, 'kind' | 'targetId'> & Partial<NewApproval>,
): Promise<Approval> {
  const unsaid = {
    partnerId: null,
    proposal: {},
    before: {},
    targetVersion: null,
    needs: [],
    reason: 'They called',
    delay: '0',
  }
  const person = { kind: 'admin', id: asker.id } as const
  return transaction(db, (tx) => addApproval(tx, person, { ...unsaid, ...approval }))
}

/** Stores a request of an admin to deactivate a new user. */
export async function askAboutUser(asker: Pick<TestUser, 'id'>): Promise<Approval> {
  const { id } = await addUser()
  const proposal = { total: 1, ids: [id] }
  return askFor(asker, { kind: 'users-deactivate', targetId: id, proposal })
}
