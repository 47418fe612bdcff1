import { useQuery, useQueryClient } from '@tanstack/react-query'
import { use, useState } from 'react'
import { maxPasskeys } from '#contract/account-limits.ts'
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

type Ask = (passkey: Passkey, id: 'rename' | 'remove') => void

/**
 * Lists, adds, renames and removes the passkeys of a user or admin. Calls `onChanged` after each change, because the
 * pressed button may disappear and lose the focus.
 */
export function Passkeys({ onChanged }: { onChanged: () => void }) {
  const t = useMessages(messages)
  const refresh = useRefresh()
  const { email } = useAccount()
  const [codes, setCodes] = useState<readonly string[]>()

  function finish(recoveryCodes?: readonly string[]): void {
    setCodes(recoveryCodes)
    refresh()
    onChanged()
  }

  const { ask, dialog } = useActions(usePasskeyActions(() => finish()))
  return (
    <div className="stack-4">
      {codes ? (
        <>
          <h3>{t.codesTitle}</h3>
          <RecoveryCodes codes={codes} email={email} onSaved={() => setCodes(undefined)} />
        </>
      ) : (
        <PasskeyList onAsk={ask} onAdded={finish} />
      )}
      {dialog}
    </div>
  )
}

function useRefresh(): () => void {
  const queryClient = useQueryClient()
  const renewAccount = useAccountRenewal()
  return () => {
    void queryClient.invalidateQueries({ queryKey })
    renewAccount()
  }
}

type PasskeyListProps = {
  onAsk: Ask
  onAdded: (codes: readonly string[] | undefined) => void
}

function PasskeyList({ onAsk, onAdded }: PasskeyListProps) {
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
      <PasskeyRows passkeys={data} onAsk={onAsk} />
      {data.length < maxPasskeys ? <AddPasskey onAdded={onAdded} /> : <p>{t.full}</p>}
    </>
  )
}

type RowsProps = { passkeys: readonly Passkey[]; onAsk: Ask }

function PasskeyRows({ passkeys, onAsk }: RowsProps) {
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

function AddPasskey({ onAdded }: Pick<PasskeyListProps, 'onAdded'>) {
  const t = useMessages(messages)
  const { add, isPending, notice } = useAddPasskey(use(AreaContext), (recoveryCodes) => {
    showSuccess(t.added)
    onAdded(recoveryCodes)
  })
  return (
    <>
      {notice}
      <Button className="at-start" isPending={isPending} onClick={() => void add()}>
        {isPending ? t.adding : t.add}
      </Button>
    </>
  )
}
