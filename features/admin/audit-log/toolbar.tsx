import { useState } from 'react'
import { errorCodes, Refusal, type Fault } from '#contract/refusal.ts'
import { defaultTimeZone } from '#contract/time.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { useMessages } from '#web/locale.ts'
import { showSuccess, showError } from '#web/ui/snackbar.tsx'
import { StepUpCancelled } from '#web/session.ts'
import { settings } from '#web/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { useStepUp } from '#web/ui/step-up.tsx'
import { queryOf, useLog, without } from './audit-search.tsx'
import { exportEntries } from './contract.ts'
import { messages } from './messages.ts'
import styles from './page.module.css'

/** The time zone of the page, a link to it, and the export. */
export function Toolbar() {
  const t = useMessages(messages)
  const { search, timeZone, go } = useLog()
  const rest = without(search, 'zone')
  const own = defaultTimeZone()
  return (
    <div className={styles.toolbar}>
      <label>
        {t.times}
        <select
          value={timeZone}
          onChange={({ target }) => go(target.value === own ? rest : { ...rest, zone: 'utc' })}
        >
          {[...new Set([own, 'UTC'])].map((name) => (
            <option key={name} value={name}>
              {name === 'UTC' ? t.utc : name.replaceAll('_', ' ')}
            </option>
          ))}
        </select>
      </label>
      <CopyButton text={location.href}>{t.copyLink}</CopyButton>
      <ExportButton />
    </div>
  )
}

function ExportButton() {
  const t = useMessages(messages)
  const { search } = useLog()
  const { requireStepUp, dialog } = useStepUp()
  const [isRunning, setRunning] = useState(false)

  async function save(): Promise<void> {
    const pairs = Object.entries(queryOf(search)).flatMap(([name, value]) =>
      [value].flat().map((each): [string, string] => [name, each]),
    )
    setRunning(true)
    try {
      await requireStepUp(() => download(`${exportEntries.path}?${new URLSearchParams(pairs)}`))
      showSuccess(t.exported)
    } catch (error) {
      if (!(error instanceof StepUpCancelled)) showError(t.exportFailed, error as object)
    } finally {
      setRunning(false)
    }
  }

  return (
    <>
      <Button isPending={isRunning} aria-describedby="export-hint" onClick={() => void save()}>
        {isRunning ? t.exporting : t.export}
      </Button>
      <small id="export-hint" className={styles.hint}>
        {t.exportHint}
      </small>
      {dialog}
    </>
  )
}

type Problem = { errorCode?: number; errors?: Fault[]; requestId?: string; redirectTo?: string }

/** Saves an answer of the admin API as a file. Throws a Refusal like any other call. */
async function download(path: string): Promise<void> {
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
  // The browser has started to read it by then.
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
