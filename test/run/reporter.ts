import { EventEmitter } from 'node:events'
import type { TestEvent } from 'node:test/reporters'

/** The events of all tests in this process, as node:test reports them, under the name `event`. */
export const events = new EventEmitter<{ event: [TestEvent] }>()

/** Prints nothing, because the worker listens to `events`. */
export default async function* report(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of source) events.emit('event', event)
  yield ''
}
