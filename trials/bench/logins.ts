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

/** Makes `many` logins, eight concurrently, each from a new browser: the users log in one after another, repeatedly. */
export async function logInAll(
  admin: pg.Pool,
  { url, people, many }: { url: string; people: readonly Person[]; many: number },
  afterEach: () => Promise<void> = async () => undefined,
): Promise<void> {
  const queue = Array.from({ length: many }, (_, at) => people[at % people.length])
  const one = async () => {
    for (let person = queue.pop(); person; person = queue.pop()) {
      // A one-time code is valid once. Allow it again.
      await admin.query(
        'update second_factors set last_step = 0 from users u where u.id = user_id and u.email = $1',
        [person.email],
      )
      await logIn(() => url, person)
      await afterEach()
    }
  }
  await Promise.all(Array.from({ length: 8 }, one))
}
