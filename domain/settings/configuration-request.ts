import { isOpenApproval } from '../approvals/approval.ts'
import { decrypt, encrypt } from '#server/secret.ts'
import { purgeOf, run, scalar, sql, type Db, type Transaction } from '#server/db.ts'

/**
 * Configuration files of requests for two-person approval (table configuration_requests), with the values of their
 * secrets. Encrypted with SECRET_KEYS, and deleted when the request has ended.
 */

const purpose = 'configuration'

/** Stores the content of a request, in the transaction that adds the request. */
export async function addContent(tx: Transaction, id: string, content: unknown): Promise<void> {
  const encrypted = encrypt(purpose, id, JSON.stringify(content))
  await run(tx)`insert into configuration_requests (id, content) values (${id}, ${encrypted})`
}

/** Returns the content of a request; undefined for an unknown one, and after the content of an ended one is deleted. */
export async function findContent(db: Db, id: string): Promise<unknown> {
  const encrypted = await scalar<string>(db)`
    select content from configuration_requests where id = ${id}`
  return encrypted === undefined ? undefined : JSON.parse(decrypt(purpose, id, encrypted))
}

/** Deletes the contents of requests that were carried out, declined or canceled, or have expired. */
export const deleteEndedContents = purgeOf(
  'configuration_requests',
  sql`not exists (select from approvals a where a.id = configuration_requests.id and ${isOpenApproval})`,
)
