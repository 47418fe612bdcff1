import { run, type Transaction } from '#server/db.ts'

/** The days that the overview compares, and one more. */
const days = 9

/**
 * What a worker would have counted on each of the last days, an hour before this time of the day, so that the overview
 * has a week to compare. It reads when users joined and invitations were sent.
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
