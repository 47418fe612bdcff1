import { useMutation } from '@tanstack/react-query'
import type { CallInput, Endpoint } from '#contract/endpoint.ts'
import { queryFor } from '#contract/list.ts'
import { call } from '../api.ts'
import { useMessages } from '../locale.ts'
import { saveAs } from '../save-as.ts'
import { Button } from './button.tsx'
import { Failure } from './failure.tsx'
import { listMessages } from './texts/messages.ts'
import { showSuccess } from './snackbar.tsx'

/** Timeout that is long enough for a million rows. */
const timeoutMs = 15 * 60 * 1000

type Props<E extends Endpoint> = {
  endpoint: E
  /** The query of the list. Parameters that the export does not have are left out. */
  query: Readonly<Record<string, unknown>>
  /** The file name without date and extension. */
  name: string
}

/** A button that saves all rows of a list, not only the current page, as a CSV file. */
export function ExportButton<E extends Endpoint>({ endpoint, query, name }: Props<E>) {
  const t = useMessages(listMessages)
  const saving = useMutation({
    mutationFn: () =>
      call(endpoint, { query: queryFor(endpoint, query) } as CallInput<E>, { timeoutMs }),
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
