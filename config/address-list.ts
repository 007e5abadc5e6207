import { BlockList, isIP } from 'node:net';
import { text } from './variable.ts';

/** Comma-separated addresses and networks, parsed to a BlockList, which checks whether an address is in one of them. */
export const addressList = text.transform((given, context) => {
  const list = new BlockList();
  for (const item of given.split(',')) {
    if (add(list, item.trim())) continue;
    context.addIssue({ code: 'custom', message: `${item} is no address and no network` });
  }
  return list;
});

/** Adds an address or a network to a list. @returns false if the text is neither */
function add(list: BlockList, item: string): boolean {
  const [, address = '', bits] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(item) ?? [];
  const version = isIP(address);
  const most = version === 4 ? 32 : 128;
  const prefix = bits === undefined ? most : Number(bits);
  if (version === 0 || prefix > most) return false;
  list.addSubnet(address, prefix, version === 4 ? 'ipv4' : 'ipv6');
  return true;
}
