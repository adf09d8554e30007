import {
  IconAdjustmentsHorizontal,
  IconAlertTriangle,
  IconArrowRight,
  IconArrowsMaximize,
  IconArrowsSort,
  IconArrowUp,
  IconArrowAutofitWidth,
  IconArrowDown,
  IconBook,
  IconBuildingBank,
  IconBuildingStore,
  IconCalendar,
  IconCalendarDollar,
  IconChartBar,
  IconCashBanknote,
  IconCheck,
  IconChevronLeft,
  IconChevronRight,
  IconCopy,
  IconDots,
  IconDownload,
  IconEye,
  IconFlag,
  IconInbox,
  IconKeyboard,
  IconListCheck,
  IconLock,
  IconLockOpen,
  IconLogout,
  IconMinus,
  IconPercentage,
  IconPlus,
  IconReceipt,
  IconReceiptRefund,
  IconRefresh,
  IconRotateClockwise,
  IconScale,
  IconSearch,
  IconSend,
  IconShieldCheck,
  IconStack2,
  IconUsers,
  IconWallet,
  IconX,
} from '@tabler/icons-react';

/** What the pages show an icon for; the drawings are Tabler's. */
const ICONS = {
  alert: IconAlertTriangle,
  anticipations: IconCalendarDollar,
  arrowRight: IconArrowRight,
  audit: IconShieldCheck,
  books: IconBook,
  calendar: IconCalendar,
  charges: IconReceipt,
  check: IconCheck,
  chevronLeft: IconChevronLeft,
  chevronRight: IconChevronRight,
  close: IconX,
  copy: IconCopy,
  deliveries: IconSend,
  disputes: IconReceiptRefund,
  dots: IconDots,
  download: IconDownload,
  eye: IconEye,
  fit: IconArrowAutofitWidth,
  flag: IconFlag,
  fullscreen: IconArrowsMaximize,
  invariants: IconListCheck,
  keyboard: IconKeyboard,
  lock: IconLock,
  logout: IconLogout,
  merchants: IconBuildingStore,
  minus: IconMinus,
  operators: IconUsers,
  plus: IconPlus,
  providers: IconBuildingBank,
  queue: IconInbox,
  queueBoard: IconStack2,
  reconciliation: IconScale,
  refresh: IconRefresh,
  rotate: IconRotateClockwise,
  search: IconSearch,
  settings: IconAdjustmentsHorizontal,
  sort: IconArrowsSort,
  sortDown: IconArrowDown,
  sortUp: IconArrowUp,
  statistics: IconChartBar,
  terms: IconPercentage,
  unlock: IconLockOpen,
  wallets: IconWallet,
  withdrawals: IconCashBanknote,
} as const;

export type IconName = keyof typeof ICONS;

/** Decoration beside a text or inside a control that has a name: never read out. */
export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) {
  const Drawing = ICONS[name];
  return (
    <Drawing
      size={size}
      stroke={1.8}
      aria-hidden="true"
      focusable="false"
      style={{ flexShrink: 0, display: 'block' }}
    />
  );
}
