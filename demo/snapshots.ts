import { run, type Transaction } from '#server/db.ts'

/** The days that the overview compares, and one more. */
const days = 9

/**
 * Adds the counts that a worker would have recorded on each of the last days, an hour before the current time of day,
 * so that the overview can compare a week. They are computed from the dates of users and invitations.
 */
export async function addSnapshots(tx: Transaction): Promise<void> {
  await run(tx)`
    insert into snapshots (taken_at, counts)
    select at, jsonb_build_object(
      'activeUsers', (select count(*) from users u where u.created_at <= at),
      'withoutFactor', (select count(*) from users u
                        where u.active and u.created_at <= at and (u.onboarded_at is null or u.onboarded_at > at)),
      'openInvitations', (select count(*) from invitations i
                          where i.created_at <= at and i.created_at > at - interval '7 days'
                            and (i.accepted_at is null or i.accepted_at > at)))
    from generate_series(1, ${days}) ago, lateral (select now() - make_interval(days => ago, hours => 1) as at) taken`
}
