import { useState } from 'react'

type NewSecret = {
  secret: string
  /** True while it waits for a second admin to approve it. */
  isWaiting: boolean
}

/** New secrets by record id. The server sends each only once, so this tab keeps it until the admin has stored it. */
const secrets = new Map<string, NewSecret>()

/** Keeps the new secret of a record for `useNewSecret`, also across pages. */
export function keepSecret(id: string, secret: string, { isWaiting = false } = {}): void {
  secrets.set(id, { secret, isWaiting })
}

/** Returns the new secret of a record, or undefined if there is none, and the function that forgets it. */
export function useNewSecret(id: string): [newSecret: NewSecret | undefined, forget: () => void] {
  const [newSecret, setNewSecret] = useState(() => secrets.get(id))
  return [
    newSecret,
    () => {
      secrets.delete(id)
      setNewSecret(undefined)
    },
  ]
}
