import { useState } from 'react'
import { defaultTimeZone } from '#contract/time.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { saveAs } from '#web/save-as.ts'
import { Failure } from '#web/ui/failure.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { Button } from '#web/ui/button.tsx'
import { queryOf, useLog, without } from './audit-search.tsx'
import { exportEntries } from './contract.ts'
import { messages } from './messages.ts'
import styles from './page.module.css'

type Props = {
  /** Undefined where the page shows no end of the log. */
  live: { isOn: boolean; onChange: (isOn: boolean) => void } | undefined
}

/** The time zone of the page, whether it follows the log, a link to it, and the export. */
export function Toolbar({ live }: Props) {
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
      {live && (
        <label className={styles.live}>
          <input
            type="checkbox"
            role="switch"
            checked={live.isOn}
            onChange={({ target }) => live.onChange(target.checked)}
          />
          {t.live}
        </label>
      )}
      <CopyButton text={location.href}>{t.copyLink}</CopyButton>
      <ExportButton />
    </div>
  )
}

/** Time for a million entries. */
const timeoutMs = 15 * 60 * 1000

function ExportButton() {
  const t = useMessages(messages)
  const { search } = useLog()
  const [isRunning, setRunning] = useState(false)
  const [error, setError] = useState<unknown>()

  async function save(): Promise<void> {
    const query = queryOf(search)
    setRunning(true)
    setError(undefined)
    try {
      const file = await call(exportEntries, { query }, { timeoutMs })
      saveAs(`audit-log-${new Date().toISOString().slice(0, 10)}.csv`, file as Blob)
      showSuccess(t.exported)
    } catch (error) {
      setError(error)
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
      {error !== undefined && <Failure text={t.exportFailed} error={error} />}
    </>
  )
}
