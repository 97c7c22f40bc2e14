// States that people write out or by two or three letters: of the United States, Canada and Australia.

const codes = `
  al alabama; ak alaska; az arizona; ar arkansas; ca california; co colorado; ct connecticut; de delaware;
  dc district of columbia; fl florida; ga georgia; hi hawaii; id idaho; il illinois; in indiana; ia iowa; ks kansas;
  ky kentucky; la louisiana; me maine; md maryland; ma massachusetts; mi michigan; mn minnesota; ms mississippi;
  mo missouri; mt montana; ne nebraska; nv nevada; nh new hampshire; nj new jersey; nm new mexico; ny new york;
  nc north carolina; nd north dakota; oh ohio; ok oklahoma; or oregon; pa pennsylvania; ri rhode island;
  sc south carolina; sd south dakota; tn tennessee; tx texas; ut utah; vt vermont; va virginia; wa washington;
  wv west virginia; wi wisconsin; wy wyoming; pr puerto rico; gu guam; as american samoa; vi virgin islands;
  mp northern mariana islands; aa armed forces americas; ae armed forces europe; ap armed forces pacific`;
const others = `
  ab alberta; bc british columbia; mb manitoba; nb new brunswick; nl newfoundland and labrador; nl newfoundland;
  ns nova scotia; nt northwest territories; nu nunavut; on ontario; pe prince edward island; qc quebec;
  sk saskatchewan; yt yukon; nsw new south wales; vic victoria; qld queensland; sa south australia;
  wa western australia; tas tasmania; act australian capital territory; nt northern territory`;

const parsed = (lines: string): (readonly [code: string, name: string])[] =>
  lines.split(";").map((line) => {
    const [code, ...name] = line.trim().split(/\s+/);
    return [code!, name.join(" ")];
  });

/** The short form, then the name in words. */
export const stateNames: readonly (readonly [code: string, name: string])[] = [
  ...parsed(codes),
  ...parsed(others),
];

/** Either form of a state of the United States, for patterns in lower case. */
export const usStatePattern = parsed(codes).flat().join("|");
