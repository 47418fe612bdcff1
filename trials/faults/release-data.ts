import pg from 'pg'
import { addAdmin, addPlatform, addUser, inviteUser } from '#test/people.ts'

/**
 * Fills the database of a release with users, invitations, an admin and a platform, and prints them. Adds further users
 * who never log in. Runs inside the release, so the columns are those that every release has.
 */
const [users = '0', guests = '0', further = '0'] = process.argv.slice(2)
const secret = 'the secret of the platform'
await addPlatform({
  id: 'hub',
  clientSecret: secret,
  redirectUris: ['http://hub.example/callback'],
})
const data = {
  secret,
  admin: await addAdmin(),
  users: await repeat(Number(users), () => addUser({ platforms: ['hub'] })),
  guests: await repeat(Number(guests), () => inviteUser({ platforms: ['hub'] })),
}
await addFurther(Number(further))
process.stdout.write(JSON.stringify(data))
process.exit(0)

async function repeat<Made>(many: number, make: () => Promise<Made>): Promise<Made[]> {
  const results: Made[] = []
  for (let one = 0; one < many; one += 1) results.push(await make())
  return results
}

/** Builds the indexes after inserting the rows, which is much faster. */
async function addFurther(many: number): Promise<void> {
  if (many === 0) return
  const client = new pg.Client({ connectionString: process.env['DATABASE_OWNER_URL'] })
  await client.connect()
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(`
    select indexname as name, indexdef as definition from pg_indexes i
    where tablename = 'users' and not exists (select from pg_constraint c where c.conname = i.indexname)`)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  await client.query(`
    insert into partners (id, name) select md5('company' || n)::uuid, 'Company ' || n from generate_series(0, ${Math.floor(many / 20)}) n`)
  await client.query(`
    insert into accounts (id, kind) select md5('user' || n)::uuid, 'user' from generate_series(1, ${many}) n`)
  await client.query(`
    insert into users (id, partner_id, email, firstname, lastname, onboarded_at, last_login_at)
    select md5('user' || n)::uuid, md5('company' || n / 20)::uuid, 'further' || n || '@quay.example', 'Ada',
           'Keller' || n % 997, now(), now() - random() * interval '300 days'
    from generate_series(1, ${many}) n`)
  for (const { definition } of indexes) await client.query(definition)
  await client.query('vacuum analyze')
  await client.end()
}

export type ReleaseData = typeof data
