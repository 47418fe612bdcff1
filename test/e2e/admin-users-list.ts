import { addPerson, change } from './people.ts'

/** Users of one company that nobody else has. */
export async function addMany(company: string, count: number): Promise<void> {
  await addPerson({ company })
  await change(
    `with added as (
       insert into users (id, partner_id, email, firstname, lastname, onboarded_at, last_login_at)
       select gen_random_uuid(), p.id, 'many' || n || '@' || $2 || '.example', 'Nomi', 'Fleet' || n,
              case when n % 10 > 0 then now() end, case when n % 10 > 0 then now() - n * interval '1 hour' end
       from generate_series(1, $3::int) n, partners p where p.name = $1
       on conflict (email) do nothing returning id)
     insert into accounts (id, kind) select id, 'user' from added`,
    [company, company.toLowerCase().replaceAll(' ', '-'), count],
  )
}
