import { useMutation } from '@tanstack/react-query'
import type { CallInput, Endpoint } from '#contract/endpoint.ts'
import { call } from '../api.ts'
import { useMessages } from '../locale.ts'
import { saveAs } from '../save-as.ts'
import { Button } from './button.tsx'
import { Failure } from './failure.tsx'
import type { ListSearch } from './list-filters.tsx'
import { listMessages } from './list-messages.ts'
import { showSuccess } from './snackbar.tsx'

/** Time for a million rows. */
const timeoutMs = 15 * 60 * 1000

type Props = {
  endpoint: Endpoint
  query: ListSearch
  /** Of the file, before the day. */
  name: string
}

/** The rows of a list as a file, all pages of it. */
export function ExportButton({ endpoint, query, name }: Props) {
  const t = useMessages(listMessages)
  const saving = useMutation({
    mutationFn: () => call(endpoint, { query } as CallInput<Endpoint>, { timeoutMs }),
    onSuccess: (file) => {
      saveAs(`${name}-${new Date().toISOString().slice(0, 10)}.csv`, file as Blob)
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
