import { useQueryClient } from '@tanstack/react-query'

/** Key of the query for the counts in the menu of a company. */
export const companyWaitingKey = ['company-waiting']

/** Returns a function that calls `onDone` and refetches the counts in the menu. */
export function useWithMenuCounts(onDone: () => void): () => void {
  const queryClient = useQueryClient()
  return () => {
    onDone()
    void queryClient.invalidateQueries({ queryKey: companyWaitingKey })
  }
}
