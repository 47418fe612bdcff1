import { inspect } from 'node:util'
import { checkBooks } from './books.ts'
import { faults } from './list.ts'
import { inviteUser } from '#test/people.ts'
import { becomeUser, logIn, unexpectedAnswers } from './people.ts'
import { openStage, type Stage } from './stage.ts'

/** One fault, in a process of its own that may be killed: its parent is told what held, or what did not. */
const fault = faults.find(({ name }) => name === process.argv[2])
if (!fault) throw new Error(`there is no fault ${process.argv[2]}`)

const stage = await openStage()
try {
  const held = await fault.test(stage)
  await somebodyNewComes(stage)
  const books = await checkBooks(stage, fault)
  const surprises = unexpectedAnswers.length > 0 ? `; ${unexpectedAnswers.length} × 500001` : ''
  process.send?.({ held: `${held}; ${books}${surprises}` })
} catch (error) {
  process.send?.({ failed: `${inspect(error, { depth: 4 })}\n${stage.complaints()}` })
} finally {
  await stage.close()
}
process.exit(0)

/** After whatever it was: one more is invited, signs up, and logs in somewhere else. */
async function somebodyNewComes(on: Stage): Promise<void> {
  const server = await on.startServer()
  const person = await becomeUser(() => server.url, await inviteUser())
  // As if half a minute had passed: a code works once.
  const owner = await on.connect(on.ownerUrl)
  await owner.query('update second_factors set last_step = 0')
  const visitor = await logIn(() => server.url, person)
  if (!(await visitor.isLoggedIn()))
    throw new Error('somebody who comes afterwards is not logged in')
}
