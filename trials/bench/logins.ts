import type pg from 'pg'
import { inviteUser } from '#test/people.ts'
import { becomeUser, logIn, type Person } from '../faults/people.ts'

/** Invites `many` users, who sign up over HTTP. Import this module inside a measurement: it reads the configuration. */
export async function joinPeople(url: string, many: number): Promise<Person[]> {
  const joined: Person[] = []
  for (let one = 0; one < many; one += 1)
    joined.push(await becomeUser(() => url, await inviteUser()))
  return joined
}

/** All users log in concurrently, each repeatedly from a new browser, until there are `many` logins in total. */
export async function logInAll(
  admin: pg.Pool,
  { url, people, many }: { url: string; people: readonly Person[]; many: number },
  afterEach: () => Promise<void> = async () => undefined,
): Promise<void> {
  await Promise.all(
    people.map(async (person) => {
      for (let login = 0; login < many / people.length; login += 1) {
        // A one-time code is valid once. Allow it again.
        await admin.query(
          'update second_factors set last_step = 0 from users u where u.id = user_id and u.email = $1',
          [person.email],
        )
        await logIn(() => url, person)
        await afterEach()
      }
    }),
  )
}
