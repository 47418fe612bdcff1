import { useMutation } from '@tanstack/react-query'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { saveAs } from '#web/save-as.ts'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { queryOf, useLog } from './audit-search.tsx'
import { exportEntries } from './contract.ts'
import { messages } from './texts/messages.ts'

/** Timeout in milliseconds, sufficient for a million entries. */
const timeoutMs = 15 * 60 * 1000

/** Saves the entries that match the filters to a file, including the reader's own searches. */
export function useExport() {
  const t = useMessages(messages)
  const { search } = useLog()
  return useMutation({
    mutationFn: () => call(exportEntries, { query: queryOf(search) }, { timeoutMs }),
    onSuccess: (file) => {
      saveAs(`audit-log-${new Date().toISOString().slice(0, 10)}.csv`, file as Blob)
      showSuccess(t.exported)
    },
  })
}
