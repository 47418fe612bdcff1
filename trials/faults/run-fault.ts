import { inspect } from 'node:util'
import { checkInvariants } from './invariants.ts'
import { faults } from './list.ts'
import { inviteUser } from '#test/people.ts'
import { becomeUser, logIn, unexpectedAnswers } from './people.ts'
import { openStage, type Stage } from './stage.ts'

/** Runs one fault as a program and sends the result to its parent, which may kill it. */
const fault = faults.find(({ name }) => name === process.argv[2])
if (!fault) throw new Error(`no fault ${process.argv[2]}`)

const stage = await openStage()
try {
  const results = await fault.test(stage)
  await checkSignUp(stage)
  const invariants = await checkInvariants(stage, fault)
  const unexpected = unexpectedAnswers.length > 0 ? `; ${unexpectedAnswers.length} × 500001` : ''
  process.send?.({ held: `${results}; ${invariants}${unexpected}` })
} catch (error) {
  process.send?.({ failed: `${inspect(error, { depth: 4 })}\n${stage.complaints()}` })
} finally {
  await stage.close()
}
process.exit(0)

/** Requires that after the fault a new user can be invited, sign up and log in. */
async function checkSignUp(on: Stage): Promise<void> {
  const server = await on.startServer()
  const person = await becomeUser(() => server.url, await inviteUser())
  // Resets the used one-time code, so that it works again.
  const owner = await on.connect(on.ownerUrl)
  await owner.query('update second_factors set last_step = 0')
  const visitor = await logIn(() => server.url, person)
  if (!(await visitor.isLoggedIn()))
    throw new Error('a user who signed up after the fault is not logged in')
}
