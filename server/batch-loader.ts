/** As many as one statement answers well; what is more goes in another beside it. */
const most = 64

type Waiting<Question, Answer> = {
  question: Question
  resolve: (answer: Answer | undefined) => void
  reject: (error: unknown) => void
}

/**
 * Asks once for all that was asked for in one turn of the event loop: nobody waits longer for it, and the busier
 * the server is, the less a question costs. The answers stand where their questions stood; one that cannot be
 * had fails all that were asked together.
 */
export function createBatchLoader<Question, Answer>(
  ask: (questions: readonly Question[]) => Promise<readonly (Answer | undefined)[]>,
): (question: Question) => Promise<Answer | undefined> {
  const waiting: Waiting<Question, Answer>[] = []

  async function send(): Promise<void> {
    const asked = waiting.splice(0, most)
    if (waiting.length > 0) setImmediate(send)
    try {
      const answers = await ask(asked.map(({ question }) => question))
      for (const [place, { resolve }] of asked.entries()) resolve(answers[place])
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
  }

  return (question) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(send)
      waiting.push({ question, resolve, reject })
    })
}
