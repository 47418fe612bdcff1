import type { Reply } from '#contract/endpoint.ts'
import { useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { Fact, Moment } from '#web/ui/facts.tsx'
import { ItemRow } from '#web/ui/item-row.tsx'
import { LineIcon } from '#web/ui/line-icon.tsx'
import type { listPasskeys } from './contract.ts'
import { messages } from './texts/messages.ts'

export type Passkey = Reply<typeof listPasskeys>[number]

type Props = { passkey: Passkey; onRename: () => void; onRemove: () => void }

const keyIcon = 'M8.5 12.5a4.5 4.5 0 1 1 3.6-1.8L20 18.5V21h-3v-2h-2v-2h-2l-2-2M7.5 8h.01'

/** A passkey with its devices, its last use and its actions. */
export function PasskeyRow({ passkey, onRename, onRemove }: Props) {
  const t = useMessages(messages)
  const { name, synced, current, disabled } = passkey
  return (
    <ItemRow
      icon={<LineIcon path={keyIcon} box={24} strokeWidth={1.75} />}
      name={name}
      tags={
        <>
          <span className="tag">{synced ? t.synced : t.device}</span>
          {!current && (
            <span className="tag" data-kind="bad">
              {disabled ? t.disabled : t.older}
            </span>
          )}
        </>
      }
      facts={
        <>
          <Fact name={t.created}>
            <Moment time={passkey.createdAt} />
          </Fact>
          <Fact name={t.lastUsed}>
            <Moment time={passkey.lastUsedAt} missing={t.never} />
          </Fact>
        </>
      }
      actions={
        <>
          <Button variant="quiet" aria-label={t.renameOf({ name })} onClick={onRename}>
            {t.rename}
          </Button>
          <Button aria-label={t.removeOf({ name })} onClick={onRemove}>
            {t.remove}
          </Button>
        </>
      }
    />
  )
}
