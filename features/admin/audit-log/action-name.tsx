import { useMessages } from '#web/locale.ts'
import { messages } from './messages.ts'

/** An action in words; one that has none yet is shown by its own name. */
export function useActionName(): (action: string) => string {
  const names: Readonly<Record<string, unknown>> = useMessages(messages)
  return (action) => {
    const name = names[action]
    return typeof name === 'string' ? name : action.replaceAll('_', ' ')
  }
}
