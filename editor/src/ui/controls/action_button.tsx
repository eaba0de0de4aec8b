// SPDX-License-Identifier: MIT
import { useShared } from '../context.js';
import { shortcutAria, shortcutText } from '../keyboard.js';
import { Icon, type IconName } from './icon.js';

interface Props {
  action: string;
  icon?: IconName;
  /** Beside the icon; without icon the action's own label. */
  label?: string;
  class?: string;
}

/** A button of an action: its label, keys and state are the table's. */
export function ActionButton({ action: id, icon, label, class: kind = '' }: Props) {
  const action = useShared().actions.get(id);
  if (!action) throw new Error(`there is no action '${id}'`);
  const shortcut = action.shortcuts[0];
  const isEnabled = action.enabled();
  const now = isEnabled && action.describe ? action.describe() : action.label;
  const hint = shortcut ? `${now} (${shortcutText(shortcut)})` : now;
  const text = icon ? label : label ?? action.label;
  const checked = action.checked?.();
  return (
    <button type="button" class={`${text ? 'button' : 'icon-button'} ${kind}`} title={hint}
            disabled={!isEnabled} onClick={() => action.run()}
            {...(text ? {} : { 'aria-label': action.label })}
            {...(checked === undefined ? {} : { 'aria-pressed': checked })}
            {...(shortcut ? { 'aria-keyshortcuts': shortcutAria(shortcut) } : {})}>
      {icon && <Icon name={icon} />}
      {text}
    </button>
  );
}

interface IconButtonProps {
  icon: IconName;
  label: string;
  onClick: () => void;
  disabled?: boolean;
  pressed?: boolean;
  /** Where keys do the same, it is no stop for Tab. */
  byPointer?: boolean;
  class?: string;
}

export function IconButton({ icon, label, onClick, disabled, pressed, byPointer, class: kind = '' }:
    IconButtonProps) {
  return (
    <button type="button" class={`icon-button ${kind}`} title={label} aria-label={label}
            disabled={disabled ?? false} onClick={onClick}
            {...(byPointer ? { tabIndex: -1 } : {})}
            {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}>
      <Icon name={icon} />
    </button>
  );
}
