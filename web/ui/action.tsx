import { use, useState, type ComponentProps, type ReactNode } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { isPermitted } from '#contract/links.ts'
import { PermissionsContext } from '../link-to.tsx'
import { ActionDialog, type AskedAction } from './action-dialog.tsx'
import { Button } from './button.tsx'
import type { Values } from './form-state.ts'
import type { MenuAction } from './popup.tsx'

/** An action on a record. Users without permission for its endpoint are not offered it. */
export type Action = {
  endpoint: Pick<Endpoint, 'access'>
  /** Label: a verb. */
  text: string
  /** Explanation of when to use the action. */
  hint?: string
  /** The case for which the action is chosen in the menu of `RecordActions`, in place of a button of its own. */
  choice?: string
  /** False if the record is in a state without this action. */
  isOffered?: boolean
  /** See `AskedAction`. */
  danger?: 'usual' | 'grave' | undefined
  dialog: (onClose: () => void) => ReactNode
}

type Offer = Pick<Action, 'hint' | 'choice' | 'isOffered'>

/** Defines an action by its endpoint and the texts of its dialog. The reply keeps the type of the endpoint. */
export function action<
  const E extends Endpoint,
  V extends Values = Values,
  Key extends string = never,
>(definition: AskedAction<E, V, Key> & Offer): Action {
  return {
    ...definition,
    dialog: (onClose) => <ActionDialog {...definition} onClose={onClose} />,
  }
}

/** An action that is offered for a record: a menu item, or a button of `RecordActions`. */
export type OfferedAction = MenuAction & {
  id: string
  hint?: string | undefined
  choice?: string | undefined
}

/**
 * Remembers the open action and its record. Returns `offersOf`, `ask`, which opens an action, and the `dialog` of the
 * open action.
 */
export function useActions<Row, Id extends string>(
  actionsOf: (row: Row) => Readonly<Record<Id, Action>>,
) {
  const permissions = use(PermissionsContext)
  const [open, setOpen] = useState<{ row: Row; id: Id }>()

  /** Returns the actions that the record offers, in the order of their definition. */
  function offersOf(row: Row): OfferedAction[] {
    return (Object.entries(actionsOf(row)) as [Id, Action][])
      .filter(([, { endpoint, isOffered = true }]) => isOffered && mayCall(endpoint, permissions))
      .map(([id, { text, hint, choice, danger }]) => ({
        id,
        text,
        hint,
        choice,
        isDangerous: danger === 'grave',
        onPress: () => setOpen({ row, id }),
      }))
  }

  return {
    offersOf,
    ask: (row: Row, id: Id) => setOpen({ row, id }),
    dialog: open && actionsOf(open.row)[open.id].dialog(() => setOpen(undefined)),
  }
}

function mayCall({ access }: Action['endpoint'], permissions: readonly string[]): boolean {
  // These kinds of access require no permission of a user or admin.
  if (typeof access === 'string' || 'platformWithScope' in access) return true
  return isPermitted(
    'adminWithAnyOf' in access ? access.adminWithAnyOf : access.userWithAnyOf,
    permissions,
  )
}

type ButtonProps = Omit<ComponentProps<typeof Button>, 'onClick'> & { action: Action }

/** A button that opens the dialog of an action; nothing if the action is not offered. */
export function ActionButton({ action: definition, ...button }: ButtonProps) {
  const { offersOf, dialog } = useActions(() => ({ action: definition }))
  return (
    <>
      {offersOf(undefined).map(({ id, text, onPress }) => (
        <Button key={id} {...button} onClick={onPress}>
          {text}
        </Button>
      ))}
      {dialog}
    </>
  )
}
