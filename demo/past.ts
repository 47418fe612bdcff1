import { randomUUID, randomUUIDv7 } from 'node:crypto'
import type { Sql } from 'sql-template-tag'
import { config } from '#server/config.ts'
import { createPool, db, run, sql, transaction, type Db, type Transaction } from '#server/db.ts'
import { lastLogins, pastEvents, type PastEvent, type SampleAdmins } from './history.ts'
import { addPopulation, idOf, type SamplePerson } from './population.ts'
import { addAuditMonths } from './audit-months.ts'
import { setUpAdmin } from './seed.ts'
import { addSnapshots } from './snapshots.ts'

const dayMs = 86_400_000

/** Admins of demo/portico.yaml other than the first, by role. */
const colleagues = {
  owner: 'dorothy.vaughan@portico.example',
  auditor: 'joan.clarke@portico.example',
  support: 'mary.seacole@portico.example',
  userAdmin: 'katherine.johnson@portico.example',
} as const

export const colleagueEmail = (role: keyof typeof colleagues) => colleagues[role]

/**
 * Adds users of twenty companies, admins, open invitations and ninety days of events. It must run before the first seal
 * of the audit log: afterwards its rows would be older than the window in which late rows are accepted.
 */
export async function addPast(
  hashes: { user: string; admin: string },
  platforms: readonly string[],
): Promise<void> {
  const chance = chanceFrom(20_261_123)
  const now = Date.now()
  const owner = createPool(config.databaseOwnerUrl, 1)
  // Ninety days begin in the third month before this one at the earliest.
  await addAuditMonths(owner, 3)
  await transaction(db, async (tx) => {
    const admins = await setUpColleagues(tx, hashes.admin)
    const people = await addPopulation(tx, hashes.user, { platforms, chance })
    const events = pastEvents(people, admins, { now, chance })
    await addAcceptedInvitations(tx, people, now)
    const invited = await addInvitations(tx, people, { now, admin: admins.userAdmin })
    await writeEvents(tx, [...events, ...invited])
    const logins = lastLogins(events)
    await datePeople(tx, people, { now, logins })
    await dateAdmins(tx, Object.values(admins), logins)
    await addSnapshots(tx)
  })
  await dateRegistration(owner)
  await owner.end()
}

/** Moves the events of applying demo/portico.yaml to the start of the log. Only the owner's role may change the log. */
async function dateRegistration(owner: Db): Promise<void> {
  await run(owner)`
    update audit_log set timestamp = (select min(timestamp) from audit_log) + interval '1 second'
    where actor_kind = 'system' and timestamp > now() - interval '1 hour'`
}

async function setUpColleagues(tx: Transaction, hash: string): Promise<SampleAdmins> {
  const ids: [string, string][] = []
  for (const [name, email] of Object.entries(colleagues))
    ids.push([name, await setUpAdmin(tx, email, hash)])
  return Object.fromEntries(ids) as SampleAdmins
}

/** Adds the accepted invitation and its mail for each user, also for those who stopped before the second factor. */
async function addAcceptedInvitations(
  tx: Transaction,
  people: readonly SamplePerson[],
  now: number,
): Promise<void> {
  const accepted = people.map(({ invitationId, id, partnerId, platforms, joinedDaysAgo }) => {
    const at = now - joinedDaysAgo * dayMs
    const dates = { created: new Date(at - dayMs), accepted: new Date(at) }
    const links = { link: idOf(at - dayMs), mail: idOf(at - dayMs) }
    return { id: invitationId, user: id, partner: partnerId, platforms, ...dates, ...links }
  })
  const rows = sql`
    from jsonb_to_recordset(${JSON.stringify(accepted)}::jsonb)
      as a (id uuid, "user" uuid, partner uuid, platforms text[], created timestamptz, accepted timestamptz,
            link uuid, mail uuid)
    join users u on u.id = a.user`
  await run(tx)`
    insert into invitations (id, partner_id, email, firstname, lastname, preferred_language, subsystems,
                             search_text, created_at, accepted_at)
    select a.id, a.partner, u.email, u.firstname, u.lastname, u.preferred_language, a.platforms,
           u.search_text, a.created, a.accepted ${rows}`
  await run(tx)`
    insert into one_time_links (id, kind, token_hash, invitation_id, email, created_by, created_at, opened_at,
                                used_at, expires_at)
    select a.link, 'invitation', sha256(a.link::text::bytea), a.id, u.email, 'system', a.created, a.accepted,
           a.accepted, a.created + interval '7 days' ${rows}`
  await run(tx)`
    insert into mails (id, kind, to_address, language, data, state, tries, created_at, sent_at)
    select a.mail, 'invitation', u.email, u.preferred_language,
           jsonb_build_object('invitationId', a.id, 'linkId', a.link), 'sent', 1, a.created, a.created ${rows}`
}

/** Adds nine open invitations, the oldest about to expire, and three expired ones. */
async function addInvitations(
  tx: Transaction,
  people: readonly SamplePerson[],
  { now, admin }: { now: number; admin: string },
): Promise<PastEvent[]> {
  const events: PastEvent[] = []
  for (let index = 0; index < 12; index += 1) {
    const { partnerId, company, platforms } = people[index * 13] ?? people[0]!
    const at = now - (0.4 + index * 0.75) * dayMs
    const id = idOf(at)
    const email = `newcomer${index + 1}@${company.domain}.example`
    const [firstname, lastname] = guests[index] ?? ['Robin', 'Guest']
    await run(tx)`
      insert into invitations (id, partner_id, email, firstname, lastname, preferred_language, subsystems, created_at)
      values (${id}, ${partnerId}, ${email}, ${firstname}, ${lastname}, ${company.locale}, ${platforms}, ${new Date(at)})`
    await run(tx)`
      insert into one_time_links (id, kind, token_hash, invitation_id, email, created_by, created_at, expires_at)
      values (${randomUUIDv7()}, 'invitation', sha256(${randomUUID()}::bytea), ${id}, ${email}, ${`admin:${admin}`},
              ${new Date(at)}, ${new Date(at + 7 * dayMs)})`
    events.push({
      at,
      kind: 'admin',
      actor: admin,
      target: id,
      action: 'invitation_created',
      area: 'admin',
      company: partnerId,
      data: { partnerId, subsystems: platforms },
    })
  }
  return events
}

const guests = [
  ['Robin', 'Ashdown'],
  ['Priya', 'Nair'],
  ['Tomasz', 'Kowal'],
  ['Aoife', 'Brennan'],
  ['Léa', 'Marceau'],
  ['Iker', 'Zubiri'],
  ['Noor', 'Haddad'],
  ['Kenji', 'Mori'],
  ['Sanne', 'de Wit'],
  ['Marek', 'Novák'],
  ['Dalia', 'Sabry'],
  ['Petra', 'Lindqvist'],
] as const

async function writeEvents(tx: Transaction, events: readonly PastEvent[]): Promise<void> {
  const rows = events.map((event) => ({
    id: randomUUIDv7(),
    timestamp: new Date(event.at).toISOString(),
    actor_kind: event.kind,
    actor_id: event.actor,
    target_id: event.target,
    action: event.action,
    data: event.data ?? {},
    ip_address: event.ip ?? '',
    sub_system: event.area ?? 'portal',
    request_id: randomUUID(),
    company_id: event.company,
  }))
  await run(tx)`
    insert into audit_log (id, timestamp, actor_kind, actor_id, target_id, action, data, ip_address, sub_system,
                           request_id, company_id)
    select id, timestamp, actor_kind, actor_id, target_id, action, data, ip_address, sub_system, request_id, company_id
    from jsonb_populate_recordset(null::audit_log, ${JSON.stringify(rows)}::jsonb)`
}

type Dates = { now: number; logins: ReadonlyMap<string, number> }

/** Sets when the users joined and last logged in. */
async function datePeople(
  tx: Transaction,
  people: readonly SamplePerson[],
  { now, logins }: Dates,
): Promise<void> {
  const dates = people.map(({ id, joinedDaysAgo, state }) => {
    const joined = new Date(now - joinedDaysAgo * dayMs)
    const dormant = state === 'dormant' ? now - 110 * dayMs : undefined
    const last = logins.get(id) ?? dormant
    return {
      id,
      created: state === 'dormant' ? new Date(now - 300 * dayMs) : joined,
      onboarded: state === 'never joined' ? null : joined,
      last: last === undefined ? null : new Date(last),
    }
  })
  await run(tx)`
    update users u set created_at = d.created, onboarded_at = d.onboarded
    from jsonb_to_recordset(${JSON.stringify(dates)}::jsonb)
      as d (id uuid, created timestamptz, onboarded timestamptz)
    where u.id = d.id`
  await run(tx)`
    update user_logins l set last_login_at = d.last
    from jsonb_to_recordset(${JSON.stringify(dates)}::jsonb) as d (id uuid, last timestamptz)
    where l.user_id = d.id`
  await run(tx)`
    update partners p set last_login_at = l.last
    from (select u.partner_id, max(l.last_login_at) as last
          from users u join user_logins l on l.user_id = u.id group by u.partner_id) l
    where p.id = l.partner_id`
  const ids = people.map(({ id }) => id)
  await dateCredentials(tx, sql`(select id, created_at from users where id = any(${ids}::uuid[]))`)
}

async function dateAdmins(
  tx: Transaction,
  admins: readonly string[],
  logins: Dates['logins'],
): Promise<void> {
  for (const id of admins) {
    const last = new Date(logins.get(id) ?? Date.now())
    await run(tx)`update admins set last_login_at = ${last} where id = ${id}`
  }
  // Before the first login, which is at most ninety days ago.
  const joined = new Date(Date.now() - 92 * dayMs)
  await run(tx)`update admins set created_at = ${joined}`
  await run(tx)`update admin_roles set given_at = ${joined}`
  await dateCredentials(tx, sql`admins`)
}

/** Sets when the accounts of a table set their password and their authenticator: when they were created. */
async function dateCredentials(tx: Transaction, accounts: Sql): Promise<void> {
  await run(tx)`
    update passwords p set created_at = a.created_at from ${accounts} a where p.user_id = a.id`
  await run(tx)`
    update second_factors f set created_at = a.created_at, confirmed_at = a.created_at from ${accounts} a
    where f.user_id = a.id and f.confirmed_at is not null`
}

/** Returns a random generator with the same sequence at each start (xorshift), so that all demos look alike. */
function chanceFrom(seed: number): () => number {
  let state = seed
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}
