import { useQuery, useQueryClient } from '@tanstack/react-query'
import { use, useState } from 'react'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { AreaContext, useAccount, useAccountRenewal } from '#web/me.ts'
import { useActions } from '#web/ui/action.tsx'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { ItemList } from '#web/ui/item-row.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { RecoveryCodes } from '#web/parts/recovery-codes.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { usePasskeyActions } from './actions.tsx'
import { passkeyCalls } from './contract.ts'
import { messages } from './texts/messages.ts'
import { PasskeyRow, type Passkey } from './row.tsx'
import { useAddPasskey } from './use-add-passkey.tsx'

const queryKey = ['passkeys']
const most = 10

type Ask = (passkey: Passkey, id: 'rename' | 'remove') => void

/**
 * Lists, adds, renames and removes the passkeys of a user or admin. Calls `onChanged` after the pressed button is gone.
 */
export function Passkeys({ onChanged }: { onChanged: () => void }) {
  const t = useMessages(messages)
  const renew = useRenewal()
  const { email } = useAccount()
  const [codes, setCodes] = useState<readonly string[]>()

  function settle(recoveryCodes?: readonly string[]): void {
    setCodes(recoveryCodes)
    renew()
    onChanged()
  }

  const { ask, dialog } = useActions(usePasskeyActions(() => settle()))
  return (
    <div className="stack-4">
      {codes ? (
        <>
          <h3>{t.codesTitle}</h3>
          <RecoveryCodes codes={codes} email={email} onSaved={() => setCodes(undefined)} />
        </>
      ) : (
        <Listed onAsk={ask} onAdded={settle} />
      )}
      {dialog}
    </div>
  )
}

function useRenewal(): () => void {
  const queryClient = useQueryClient()
  const renewAccount = useAccountRenewal()
  return () => {
    void queryClient.invalidateQueries({ queryKey })
    renewAccount()
  }
}

type ListedProps = {
  onAsk: Ask
  onAdded: (codes: readonly string[] | undefined) => void
}

function Listed({ onAsk, onAdded }: ListedProps) {
  const t = useMessages(messages)
  const { list } = passkeyCalls[use(AreaContext)]
  const { data, error, isPending, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(list, {}, { signal }),
    staleTime: 0,
  })
  if (isPending) return <Skeleton rows={2} text={t.loading} />
  if (!data) return <Failure text={t.failed} error={error} onRetry={() => void refetch()} />
  return (
    <>
      <List passkeys={data} onAsk={onAsk} />
      {data.length < most ? <AddPasskey onAdded={onAdded} /> : <p>{t.full}</p>}
    </>
  )
}

type ListProps = { passkeys: readonly Passkey[]; onAsk: Ask }

function List({ passkeys, onAsk }: ListProps) {
  const t = useMessages(messages)
  if (passkeys.length === 0) return <p>{t.none}</p>
  return (
    <ItemList>
      {passkeys.map((passkey) => (
        <PasskeyRow
          key={passkey.id}
          passkey={passkey}
          onRename={() => onAsk(passkey, 'rename')}
          onRemove={() => onAsk(passkey, 'remove')}
        />
      ))}
    </ItemList>
  )
}

function AddPasskey({ onAdded }: Pick<ListedProps, 'onAdded'>) {
  const t = useMessages(messages)
  const { add, isPending, outcome } = useAddPasskey(use(AreaContext), (recoveryCodes) => {
    showSuccess(t.added)
    onAdded(recoveryCodes)
  })
  return (
    <>
      {outcome}
      <Button className="at-start" isPending={isPending} onClick={() => void add()}>
        {isPending ? t.adding : t.add}
      </Button>
    </>
  )
}
