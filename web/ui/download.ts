import { errorCodes, Refusal, type Fault } from '#contract/refusal.ts'
import { settings } from '../settings.ts'

type Problem = { errorCode?: number; errors?: Fault[]; requestId?: string; redirectTo?: string }

/** Saves what the admin API answers as a file; what it refuses is a Refusal, as of any other call. */
export async function downloadAdmin(path: string): Promise<void> {
  const answer = await fetch(settings().adminApi + path, {
    credentials: 'include',
    cache: 'no-store',
    headers: { 'x-requested-with': 'XMLHttpRequest' },
  })
  if (!answer.ok) throw await refusalOf(answer)
  const [, name] = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '') ?? []
  const url = URL.createObjectURL(await answer.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = name ?? 'export.csv'
  link.click()
  // The browser has to have begun to read it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

async function refusalOf(answer: Response): Promise<Refusal> {
  const problem = (await answer.json().catch(() => ({}))) as Problem
  return new Refusal(problem.errorCode ?? errorCodes.unexpected, {
    ...(problem.errors && { faults: problem.errors }),
    requestId: problem.requestId,
    redirectTo: problem.redirectTo,
  })
}
