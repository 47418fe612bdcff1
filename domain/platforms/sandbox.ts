import { affects, purgeOf, run, scalar, sql, type Db, type Transaction } from '#server/db.ts'

/** Identity of a user at the portal that this sandbox trusts: `iss` and `sub` of OpenID Connect Core §2. */
export type SandboxIdentity = { issuer: string; subject: string }

/** Consumes a token id. Atomic: exactly one of any number of concurrent calls returns true. */
export function consumeSandboxToken(db: Db, issuer: string, jti: string): Promise<boolean> {
  return affects(db)`
    insert into sandbox_tokens (issuer, jti) values (${issuer}, ${jti})
    on conflict (issuer, jti) do nothing`
}

/** Returns the sandbox account of an identity, if any, and locks the identity until the transaction ends. */
export async function findSandboxUser(
  tx: Transaction,
  { issuer, subject }: SandboxIdentity,
): Promise<string | undefined> {
  await run(tx)`select pg_advisory_xact_lock(hashtextextended(${`${issuer} ${subject}`}, 0))`
  return scalar<string>(tx)`
    select user_id from sandbox_accounts where issuer = ${issuer} and subject = ${subject}`
}

/** Links a new account to an identity. Call it in the transaction of `findSandboxUser`, which locks the identity. */
export async function linkSandboxUser(
  tx: Transaction,
  { issuer, subject }: SandboxIdentity,
  userId: string,
): Promise<void> {
  await run(tx)`
    insert into sandbox_accounts (issuer, subject, user_id) values (${issuer}, ${subject}, ${userId})`
}

/** Deletes used token ids after an hour. Tokens are valid for a minute; the rest allows for clock skew. */
export const deleteExpiredSandboxTokens = purgeOf(
  'sandbox_tokens',
  sql`used_at < now() - interval '1 hour'`,
)
