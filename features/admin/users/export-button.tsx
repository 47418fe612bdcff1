import { useMutation } from '@tanstack/react-query'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { saveAs } from '#web/save-as.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import type { ListSearch } from '#web/ui/list-filters.tsx'
import { listMessages } from '#web/ui/list-messages.ts'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { exportUsers } from './contract.ts'
import { queryOf } from './list-filters.tsx'

/** Time for a million users. */
const timeoutMs = 15 * 60 * 1000

/** The users of the list as a file, all pages of it. */
export function ExportButton({ search }: { search: ListSearch }) {
  const t = useMessages(listMessages)
  const saving = useMutation({
    mutationFn: () => call(exportUsers, { query: queryOf(search) as object }, { timeoutMs }),
    onSuccess: (file) => {
      saveAs(`users-${new Date().toISOString().slice(0, 10)}.csv`, file as Blob)
      showSuccess(t.exported)
    },
  })
  return (
    <>
      <Button isPending={saving.isPending} onClick={() => saving.mutate()}>
        {t.exportCsv}
      </Button>
      {saving.isError && <Failure text={t.notExported} error={saving.error} />}
    </>
  )
}
