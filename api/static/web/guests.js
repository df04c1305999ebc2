// What a name at a table is: a guest's, which anybody may use, or that of an account or of its bot.
import { peopleAddress, playerAddress } from "./places/addresses.js";
import { h, pageLink } from "./ui.js";

/** The mark beside a seat's name: "guest", or whose bot it is. Nothing beside an account's. */
export function mark(t, { name, guest, account }) {
  const said = !name ? null : guest ? t("guest") : account?.bot && (account.owner?.name ? t("bot of {name}", { name: account.owner.name }) : t("bot"));
  return said && h("small", { class: "guest" }, said);
}

/** A link to what somebody with this name has played: the account, or the games under a guest's name; the name alone of who has closed it. */
export function personLink({ name, account, guest }) {
  if (guest === false && !account) return name;
  return pageLink(account?.name ? peopleAddress(account.name) : playerAddress(name), name, { class: "who-name" });
}
