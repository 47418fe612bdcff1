import { use } from 'react'
import { useMessages } from '#web/locale.ts'
import { AreaContext } from '#web/me.ts'
import { signalPasskeys } from '#web/passkeys.ts'
import { action } from '#web/ui/action.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { passkeyCalls } from './contract.ts'
import { messages } from './texts/messages.ts'
import type { Passkey } from './row.tsx'

/** Returns the actions on a passkey. After a removal, the browser forgets the passkey. */
export function usePasskeyActions(onDone: () => void) {
  const t = useMessages(messages)
  const calls = passkeyCalls[use(AreaContext)]
  return ({ id, name }: Passkey) => ({
    rename: action({
      endpoint: calls.rename,
      params: { id },
      text: t.rename,
      confirm: t.save,
      t,
      form: {
        initial: { name },
        fields: (form) => <TextField form={form} name="name" autoComplete="off" />,
      },
      title: t.renameTitle,
      done: (_, input) => t.renamed({ name: String(input['name']) }),
      onDone,
    }),
    remove: action({
      endpoint: calls.remove,
      params: { id },
      text: t.remove,
      danger: 'usual',
      failed: t.failedToRemove,
      t,
      title: t.removeTitle({ name }),
      effect: t.removeText,
      done: t.removed({ name }),
      onDone: (remaining) => {
        signalPasskeys(remaining, remaining.credentialIds)
        onDone()
      },
    }),
  })
}
