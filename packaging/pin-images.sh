#!/bin/sh
# Pins the images of other projects to the digests that their tags have now. Needs Docker with buildx, and the registry:
#
#   packaging/pin-images.sh
#
# Once one image is pinned, a test refuses one that is not. Run it again to update.
set -eu
cd "$(dirname "$0")"
for file in image/Dockerfile compose/postgres.yaml; do
  sed -nE 's/^(FROM| *image:) +([a-z0-9./-]+:[A-Za-z0-9._-]+)(@sha256:[0-9a-f]{64})?( .*)?$/\2/p' "$file" |
    grep -v '^orgdesk:' |
    while read -r image; do
      digest=$(docker buildx imagetools inspect --format '{{.Manifest.Digest}}' "$image")
      if ! printf '%s' "$digest" | grep -qE '^sha256:[0-9a-f]{64}$'; then
        echo "no digest of $image: $digest" >&2
        exit 1
      fi
      sed -E "s#($image)(@sha256:[0-9a-f]{64})?( |\$)#\\1@$digest\\3#" "$file" >"$file.pinned"
      cat "$file.pinned" >"$file"
      rm "$file.pinned"
      echo "$image@$digest"
    done
done
