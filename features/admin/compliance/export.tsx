import { useMutation } from '@tanstack/react-query'
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
  const saving = useMutation({
    mutationFn: () => call(exportRequirements, {}),
    onSuccess: (file) => {
      saveAs(`compliance-${new Date().toISOString().slice(0, 10)}.csv`, file as Blob)
      showSuccess(t.exported)
    },
  })
  return (
    <>
      <Button isPending={saving.isPending} onClick={() => saving.mutate()}>
        {saving.isPending ? t.exporting : t.export}
      </Button>
      {saving.isError && <Failure text={t.exportFailed} error={saving.error} />}
    </>
  )
}
