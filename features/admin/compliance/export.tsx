import { useState } from 'react'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { saveAs } from '#web/save-as.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { exportRequirements } from './contract.ts'
import { messages } from './texts/messages.ts'

export function ExportButton() {
  const t = useMessages(messages)
  const [isRunning, setRunning] = useState(false)
  const [error, setError] = useState<unknown>()

  async function save(): Promise<void> {
    setRunning(true)
    setError(undefined)
    try {
      const file = await call(exportRequirements, {})
      saveAs(`compliance-${new Date().toISOString().slice(0, 10)}.csv`, file as Blob)
      showSuccess(t.exported)
    } catch (error) {
      setError(error)
    } finally {
      setRunning(false)
    }
  }

  return (
    <>
      <Button isPending={isRunning} onClick={() => void save()}>
        {isRunning ? t.exporting : t.export}
      </Button>
      {error !== undefined && <Failure text={t.exportFailed} error={error} />}
    </>
  )
}
